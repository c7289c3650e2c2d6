import { EXAMPLE_ID, EXAMPLE_TIME, type Fields } from './field'

export const UPLOAD_FIELDS = {
  expires: { meaning: 'From the signed URL', example: '1773481313' },
  filename: { meaning: 'The name of the file', example: 'talk.mp4' },
  'UploadList.uploads': { meaning: 'Newest first' },
  'Upload.id': { meaning: 'The ID of the file', example: EXAMPLE_ID },
  'Upload.state': { meaning: '`signed`: the file has not been received yet; `stored`: it has', example: 'stored' },
  'Upload.expires_at': {
    meaning:
      'When the address that waits for the file expires, or the earliest time at which the file is deleted; null if never',
    example: EXAMPLE_TIME,
  },
  stored_at: { meaning: 'When the file was received; null if it was not yet', example: EXAMPLE_TIME },
  object_path: { meaning: 'The name of the upload, to send as `upload`', example: `uploads/${EXAMPLE_ID}` },
  signature: { meaning: 'From the signed URL', example: '5f2b…' },
  size_bytes: { meaning: 'The size of the file in bytes', example: 1_048_576 },
  'SignRequest.size_bytes': {
    meaning: 'The size of the file in bytes; with it, the file can be sent in several requests',
    example: 1_048_576,
  },
  'Upload.size_bytes': { meaning: 'The size of the file in bytes; null until it was received', example: 1_048_576 },
  'UploadPart.size_bytes': { meaning: 'The size of the part in bytes', example: 1_048_576 },
  'UploadPart.number': { meaning: 'The number of the part, counted from 1', example: 1 },
  'UploadPart.url': { meaning: 'The signed address to PUT the part to; it expires after an hour' },
  upload_id: { meaning: 'The ID of the upload: the part after `uploads/`', example: EXAMPLE_ID },
  upload_url: {
    meaning: 'Accepts one PUT within 15 minutes',
    example: `{{base_url}}/v1/uploads/${EXAMPLE_ID}?expires=1773481313&signature=5f2b…`,
  },
  'SignResponse.expires_at': { meaning: 'When the signed address expires', example: EXAMPLE_TIME },
  'UploadPart.offset': { meaning: 'Where the part begins, in bytes', example: 0 },
  resumable_url: {
    meaning: 'Accepts the file in several requests within a day, as in tus 1.0; null without `size_bytes`',
    example: `{{base_url}}/v1/uploads/${EXAMPLE_ID}/resumable?expires=1773481313&signature=5f2b…`,
  },
  upload_headers: { meaning: 'The headers to send with the PUT' },
  'UploadProgress.parts': { meaning: 'The next parts to send, at most a hundred; empty with `offset`' },
  'UploadProgress.received_bytes': { meaning: 'The number of received bytes', example: 524_288 },
  'UploadProgress.complete': { meaning: 'Whether the whole file is stored', example: false },
  protocol: { meaning: 'How to send the rest of the file', example: 'parts' },
} satisfies Fields
