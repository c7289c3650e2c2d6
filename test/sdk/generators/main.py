import sys
import time

import httpx
from verbatim_client import AuthenticatedClient
from verbatim_client.api.transcription import create_transcript, get_job
from verbatim_client.api.uploads import sign_upload
from verbatim_client.models import Job, JobStarted, JobStatus, SignRequest, SignResponse, TranscriptRequest

base_url, key, file = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

signed = sign_upload.sync(client=client, body=SignRequest(filename="quiet.wav", content_type="audio/wav"))
assert isinstance(signed, SignResponse), signed
with open(file, "rb") as sound:
    httpx.put(signed.upload_url, content=sound.read(), headers=signed.upload_headers.to_dict()).raise_for_status()

asked = create_transcript.sync(client=client, body=TranscriptRequest(upload=signed.object_path))
assert isinstance(asked, JobStarted), asked

while True:
    job = get_job.sync(asked.job_id, client=client)
    assert isinstance(job, Job), job
    assert job.status != "error", job.error
    if job.status == "done":
        print(f"{job.transcript.duration_seconds} seconds")
        break
    time.sleep(job.poll_after_seconds / 10)
