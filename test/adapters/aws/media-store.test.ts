import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { s3MediaStore } from '../../../lib/adapters/aws/media-store.ts';

const s3 = mockClient(S3Client);
const store = s3MediaStore(new S3Client({ region: 'us-east-1' }), 'media');
const mebibyte = 1024 * 1024;
let folder: string;
let path: string;

beforeEach(async () => {
  s3.reset();
  folder = await mkdtemp(join(tmpdir(), 'media-store-'));
  path = join(folder, 'recording.mp4');
  await writeFile(path, '');
});
afterEach(() => rm(folder, { recursive: true }));

describe('storing a file in S3', () => {
  it('sends a small one in one request', async () => {
    await writeFile(path, 'small');
    await store.putFile('prj_1/recording.mp4', path, 'video/mp4');
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'media',
      Key: 'prj_1/recording.mp4',
      Body: Buffer.from('small'),
      ContentType: 'video/mp4',
    });
  });

  it('sends a large one in parts', async () => {
    await truncate(path, 33 * mebibyte);
    const lengths: number[] = [];
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload' });
    s3.on(UploadPartCommand).callsFake(({ Body, PartNumber }: { Body: Buffer; PartNumber: number }) => {
      lengths.push(Body.length / mebibyte);
      return { ETag: `tag-${PartNumber}` };
    });
    await store.putFile('prj_1/recording.mp4', path, 'video/mp4');
    expect(lengths).toEqual([16, 16, 1]);
    expect(s3.commandCalls(CompleteMultipartUploadCommand)[0]?.args[0].input.MultipartUpload?.Parts).toEqual([
      { PartNumber: 1, ETag: 'tag-1' },
      { PartNumber: 2, ETag: 'tag-2' },
      { PartNumber: 3, ETag: 'tag-3' },
    ]);
  });

  it('leaves nothing behind when a part fails', async () => {
    await truncate(path, 17 * mebibyte);
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload' });
    s3.on(UploadPartCommand).rejects(new Error('broken pipe'));
    s3.on(AbortMultipartUploadCommand).resolves({});
    await expect(store.putFile('prj_1/recording.mp4', path, 'video/mp4')).rejects.toThrow('broken pipe');
    expect(s3.commandCalls(AbortMultipartUploadCommand)).toHaveLength(1);
    expect(s3.commandCalls(CompleteMultipartUploadCommand)).toHaveLength(0);
  });
});

describe('deleting from S3', () => {
  it('deletes page by page', async () => {
    s3.on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [{ Key: 'a/1' }], NextContinuationToken: 'more' })
      .resolvesOnce({ Contents: [{ Key: 'a/2' }] });
    s3.on(DeleteObjectsCommand).resolves({});
    await store.deleteAll('a/');
    expect(s3.commandCalls(DeleteObjectsCommand).map(({ args }) => args[0].input.Delete?.Objects)).toEqual([
      [{ Key: 'a/1' }],
      [{ Key: 'a/2' }],
    ]);
  });

  it('rejects when an object stays', async () => {
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'a/1' }] });
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a/1', Code: 'AccessDenied' }] });
    await expect(store.deleteAll('a/')).rejects.toThrow('1 objects were not deleted, the first a/1: AccessDenied');
  });
});
