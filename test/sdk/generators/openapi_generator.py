import sys
import time

import urllib3
from openapi_client import ApiClient, Configuration, SignRequest, TranscriptionApi, TranscriptRequest, UploadsApi

base_url, key, file = sys.argv[1:]
client = ApiClient(Configuration(host=base_url, access_token=key))
transcription = TranscriptionApi(client)

signed = UploadsApi(client).sign_upload(SignRequest(filename="quiet.wav", content_type="audio/wav"))
with open(file, "rb") as sound:
    put = urllib3.request("PUT", signed.upload_url, body=sound.read(), headers=signed.upload_headers)
assert put.status == 200, put.data

asked = transcription.create_transcript(TranscriptRequest(upload=signed.object_path))
job_id = asked.actual_instance.job_id if hasattr(asked, "actual_instance") else asked.job_id

while True:
    job = transcription.get_job(job_id)
    job = getattr(job, "actual_instance", job)
    assert job.status != "error", job.error
    if job.status == "done":
        print(f"{job.transcript.duration_seconds} seconds")
        break
    time.sleep(job.poll_after_seconds / 10)
