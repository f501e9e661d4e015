import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { inTurn } from './in-turn.ts';

export interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

export interface PartPlace {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
  readonly PartNumber: number;
}

/** Puts one part in its place. Answers its tag. */
export type PutPart = (place: PartPlace) => Promise<string | undefined>;

/** Stores an object part by part; a dozen of them may be in memory. An upload that fails leaves nothing behind. */
export const uploadParts = async (client: S3Client, upload: Upload, parts: readonly PutPart[]): Promise<void> => {
  const { Bucket, Key } = upload;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
  const ids = { Bucket, Key, UploadId };
  const uploaded: CompletedPart[] = [];
  try {
    await inTurn(parts, async (put, index) => {
      const PartNumber = index + 1;
      uploaded[index] = { PartNumber, ETag: await put({ ...ids, PartNumber }) };
    });
    await client.send(new CompleteMultipartUploadCommand({ ...ids, MultipartUpload: { Parts: uploaded } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(ids)).catch(() => undefined);
    throw error;
  }
};
