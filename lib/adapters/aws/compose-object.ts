/** Makes objects of stretches of others, which S3 copies as far as it can, and of what is made here. */
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { isStored, type StoredStretch, type Stretch } from '../../domain/captured/stretch.ts';
import { StretchMissingError } from '../../domain/errors.ts';
import { inTurn } from './in-turn.ts';
import { type PutPart, type Upload, uploadParts } from './multipart-upload.ts';
import { type PlannedPart, planParts } from './part-plan.ts';

const rangeOf = ({ from, bytes }: StoredStretch): string => `bytes=${from}-${from + bytes - 1}`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** @throws StretchMissingError when the store does not hold one of the stretches */
export const composeObject = async (client: S3Client, upload: Upload, stretches: readonly Stretch[]): Promise<void> => {
  const { Bucket } = upload;

  const isHeld = async ({ name, from, bytes }: StoredStretch): Promise<boolean> => {
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key: name }));
      return ContentLength >= from + bytes;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  };

  /** What S3 says of a stretch that is not there is also said of other mistakes: only a look can tell. */
  const unlessMissing = async <T>(stretch: StoredStretch, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const isRefused = [400, 404, 416].includes(statusOf(error) ?? 0);
      if (isRefused && !(await isHeld(stretch))) throw new StretchMissingError(stretch.name, { cause: error });
      throw error;
    }
  };

  const read = async (stretch: StoredStretch): Promise<Uint8Array> => {
    const asked = new GetObjectCommand({ Bucket, Key: stretch.name, Range: rangeOf(stretch) });
    const { Body } = await unlessMissing(stretch, client.send(asked));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    if (bytes.byteLength < stretch.bytes) throw new StretchMissingError(stretch.name);
    return bytes;
  };

  const bodyOf = async (gathered: readonly Stretch[]): Promise<Buffer> => {
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

  const parts = planParts(stretches);
  const [first = { send: [] }, ...more] = parts;
  if (more.length > 0 || 'copy' in first) return uploadParts(client, upload, parts.map(putting));
  await client.send(new PutObjectCommand({ ...upload, Body: await bodyOf(first.send) }));
};
