import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** As many are in memory. */
const parts_at_once = 12;

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

/** Does all, a few at once; when one fails begins no other one. Settled when all that has begun is. */
const inTurn = async <T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> => {
  const turns = items.entries();
  let failure: { error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (const [index, item] of turns) {
      if (failure) return;
      await work(item, index).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: parts_at_once }, worker));
  if (failure) throw failure.error;
};

/** Stores an object part by part. An upload that fails leaves nothing behind. */
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
