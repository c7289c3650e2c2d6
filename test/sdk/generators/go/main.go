package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	baseURL, key, file := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	client, err := NewClientWithResponses(baseURL, WithRequestEditorFn(authorize))
	check(err)

	signed, err := client.SignUploadWithResponse(ctx, SignUploadJSONRequestBody{Filename: "quiet.wav", ContentType: "audio/wav"})
	check(err)
	sound, err := os.ReadFile(file)
	check(err)
	put, err := http.NewRequest(http.MethodPut, signed.JSON200.UploadUrl, bytes.NewReader(sound))
	check(err)
	for name, value := range signed.JSON200.UploadHeaders {
		put.Header.Set(name, value)
	}
	received, err := http.DefaultClient.Do(put)
	check(err)
	check(received.Body.Close())

	asked, err := client.CreateTranscriptWithResponse(ctx, nil, CreateTranscriptJSONRequestBody{Upload: &signed.JSON200.ObjectPath})
	check(err)
	for {
		polled, err := client.GetJobWithResponse(ctx, asked.JSON202.JobId, nil)
		check(err)
		if polled.JSON200.Status == "error" {
			panic(string(polled.Body))
		}
		if polled.JSON200.Status == "done" {
			fmt.Printf("%d seconds\n", polled.JSON200.Transcript.DurationSeconds)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
