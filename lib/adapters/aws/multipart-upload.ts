import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** With at most 10,000 parts this allows 160 GB; one part at a time is held in memory. */
const partBytes = 16 * 1024 * 1024;

export interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

const readPart = async (file: FileHandle, buffer: Buffer): Promise<Buffer> => {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};

/** Stores a file part by part. Each part is retried by itself; an upload that fails leaves nothing behind. */
export const uploadInParts = async (client: S3Client, path: string, upload: Upload): Promise<void> => {
  await using file = await open(path);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
  const { Bucket, Key } = upload;
  const ids = { Bucket, Key, UploadId };
  try {
    const parts: CompletedPart[] = [];
    const buffer = Buffer.allocUnsafe(partBytes);
    for (let PartNumber = 1; ; PartNumber += 1) {
      const Body = await readPart(file, buffer);
      if (Body.length === 0 && PartNumber > 1) break;
      const { ETag } = await client.send(new UploadPartCommand({ ...ids, PartNumber, Body }));
      parts.push({ PartNumber, ETag });
      if (Body.length < partBytes) break;
    }
    await client.send(new CompleteMultipartUploadCommand({ ...ids, MultipartUpload: { Parts: parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(ids)).catch(() => undefined);
    throw error;
  }
};
