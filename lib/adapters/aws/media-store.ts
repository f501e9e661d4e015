import { open, stat } from 'node:fs/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { MadeBytes } from '../../domain/captured/byte-source.ts';
import { contentDisposition } from '../../domain/captured/file-name.ts';
import { partsOf } from '../../domain/captured/media-name.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import { clientSettings, once, untilSilent } from './clients.ts';
import { required } from './environment.ts';
import { composeObject } from './media/compose-object.ts';
import { leastPartBytes, usualPartBytes } from './media/part-plan.ts';

/** The key of an object. @throws RangeError for a name that would not mean the same everywhere */
const keyOf = (name: string): string => partsOf(name).join('/');

/** A file in pieces that can be sent by themselves, so that a broken connection costs one of them. */
const piecesOf = async (path: string): Promise<MadeBytes[]> => {
  const { size } = await stat(path);
  const piece = (from: number): MadeBytes => {
    const bytes = Math.min(usualPartBytes, size - from);
    const make = async () => {
      await using file = await open(path);
      const buffer = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await file.read(buffer, 0, bytes, from);
      if (bytesRead < bytes) throw new Error(`${path} became shorter while it was being stored`);
      return buffer;
    };
    return { bytes, make };
  };
  return Array.from({ length: Math.ceil(size / usualPartBytes) }, (_, index) => piece(index * usualPartBytes));
};

/** Objects in an S3 bucket. */
export const s3MediaStore = (client: S3Client, bucket: string): MediaStore => {
  /** The names below a prefix in pages of up to 1,000, as many as one DeleteObjects takes. */
  const pages = async function* (prefix: string): AsyncGenerator<string[]> {
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
      );
      yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      token = page.NextContinuationToken;
    } while (token);
  };

  const put: MediaStore['put'] = async (name, bytes, contentType) => {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: bytes, ContentType: contentType }),
    );
  };

  const compose: MediaStore['compose'] = (name, sources, contentType) =>
    composeObject(client, { Bucket: bucket, Key: keyOf(name), ContentType: contentType }, sources);

  return {
    put,
    compose,
    least_copy_bytes: leastPartBytes,
    putFile: async (name, path, contentType) => compose(name, await piecesOf(path), contentType),

    async get(name, most_bytes) {
      try {
        const range = most_bytes === undefined ? {} : { Range: `bytes=0-${most_bytes - 1}` };
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name), ...range }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async list(prefix) {
      const names: string[] = [];
      for await (const page of pages(prefix)) names.push(...page);
      return names;
    },

    async deleteAll(prefix) {
      for await (const names of pages(prefix)) {
        if (names.length === 0) continue;
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({
            Bucket: bucket,
            Delete: { Objects: names.map((Key) => ({ Key })), Quiet: true },
          }),
        );
        const [first] = Errors;
        if (first) throw new Error(`${Errors.length} objects were not deleted, the first ${first.Key}: ${first.Code}`);
      }
    },

    link: async (name, expiresSeconds, file_name) => {
      const named = file_name !== undefined && { ResponseContentDisposition: contentDisposition(file_name) };
      const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(name), ...named });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds });
    },
  };
};

/** S3 may be busy with the copy of a large part. */
const copiesWithinMs = 30_000;

/** The bucket named by MEDIA_BUCKET. Emulators know buckets by path, not by host name. */
export const openMediaStore = once(() => {
  const settings = clientSettings(untilSilent(copiesWithinMs));
  return s3MediaStore(
    new S3Client({ ...settings, forcePathStyle: settings.endpoint !== undefined }),
    required('MEDIA_BUCKET'),
  );
});
