/** Composes objects of ranges of others, which S3 copies itself as far as it can, and of bytes that are made here. */
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { type ByteSource, isStored, type StoredBytes } from '../../../domain/captured/byte-source.ts';
import { BytesMissingError } from '../../../domain/errors.ts';
import { inTurn } from './in-turn.ts';
import { type PutPart, type Upload, uploadParts } from './multipart-upload.ts';
import { type PlannedPart, planParts } from './part-plan.ts';

const rangeOf = ({ from, bytes }: StoredBytes): string => `bytes=${from}-${from + bytes - 1}`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** @throws BytesMissingError when the store does not hold one of the sources */
export const composeObject = async (
  client: S3Client,
  upload: Upload,
  sources: readonly ByteSource[],
): Promise<void> => {
  const { Bucket } = upload;

  const isHeld = async ({ name, from, bytes }: StoredBytes): Promise<boolean> => {
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key: name }));
      return ContentLength >= from + bytes;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  };

  /** S3 refuses a range that is not there in the same words as other mistakes: only a look at the object can tell. */
  const unlessMissing = async <T>(source: StoredBytes, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const isRefused = [400, 404, 416].includes(statusOf(error) ?? 0);
      if (isRefused && !(await isHeld(source))) throw new BytesMissingError(source.name, { cause: error });
      throw error;
    }
  };

  const read = async (source: StoredBytes): Promise<Uint8Array> => {
    const asked = new GetObjectCommand({ Bucket, Key: source.name, Range: rangeOf(source) });
    const { Body } = await unlessMissing(source, client.send(asked));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    if (bytes.byteLength < source.bytes) throw new BytesMissingError(source.name);
    return bytes;
  };

  const bodyOf = async (gathered: readonly ByteSource[]): Promise<Buffer> => {
    const bytes: Uint8Array[] = [];
    await inTurn(gathered, async (one, index) => {
      bytes[index] = isStored(one) ? await read(one) : await one.make();
    });
    return Buffer.concat(bytes);
  };

  const putting =
    (part: PlannedPart): PutPart =>
    async (place) => {
      if ('send' in part) {
        const { ETag } = await client.send(new UploadPartCommand({ ...place, Body: await bodyOf(part.send) }));
        return ETag;
      }
      const CopySource = [Bucket, ...part.copy.name.split('/')].map(encodeURIComponent).join('/');
      const asked = new UploadPartCopyCommand({ ...place, CopySource, CopySourceRange: rangeOf(part.copy) });
      const { CopyPartResult } = await unlessMissing(part.copy, client.send(asked));
      return CopyPartResult?.ETag;
    };

  const parts = planParts(sources);
  const [first = { send: [] }, ...more] = parts;
  if (more.length > 0 || 'copy' in first) return uploadParts(client, upload, parts.map(putting));
  await client.send(new PutObjectCommand({ ...upload, Body: await bodyOf(first.send) }));
};
