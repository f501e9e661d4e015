import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { s3MediaStore } from '../../../lib/adapters/aws/media-store.ts';
import { BytesMissingError } from '../../../lib/domain/errors.ts';

const s3 = mockClient(S3Client);
afterAll(() => s3.restore());
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
      lengths[PartNumber - 1] = Body.length / mebibyte;
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

describe('composing an object in S3', () => {
  const source = { name: 'prj_1/a b/1', from: 10, bytes: 8 * mebibyte };
  const refused = (name: string, status: number) =>
    new S3ServiceException({ name, message: name, $fault: 'client', $metadata: { httpStatusCode: status } });
  const compose = () => store.compose('prj_1/recording.mp4', [source], 'video/mp4');
  beforeEach(() => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload' });
    s3.on(AbortMultipartUploadCommand).resolves({});
  });

  it('has S3 copy a large source', async () => {
    s3.on(UploadPartCopyCommand).resolves({ CopyPartResult: { ETag: 'tag' } });
    await compose();
    expect(s3.commandCalls(UploadPartCopyCommand)[0]?.args[0].input).toEqual({
      Bucket: 'media',
      Key: 'prj_1/recording.mp4',
      UploadId: 'upload',
      PartNumber: 1,
      CopySource: 'media/prj_1/a%20b/1',
      CopySourceRange: `bytes=10-${8 * mebibyte + 9}`,
    });
    expect(s3.commandCalls(GetObjectCommand)).toEqual([]);
  });

  it('takes a source for missing only when it is', async () => {
    s3.on(UploadPartCopyCommand).rejects(refused('InvalidArgument', 400));
    s3.on(HeadObjectCommand).resolves({ ContentLength: 8 * mebibyte });
    await expect(compose()).rejects.toThrow(new BytesMissingError('prj_1/a b/1'));
    s3.on(HeadObjectCommand).resolves({ ContentLength: 8 * mebibyte + 10 });
    await expect(compose()).rejects.toThrow('InvalidArgument');
    expect(s3.commandCalls(AbortMultipartUploadCommand)).toHaveLength(2);
  });

  it('does not take a source for missing because S3 is overloaded', async () => {
    s3.on(UploadPartCopyCommand).rejects(refused('SlowDown', 503));
    await expect(compose()).rejects.toThrow('SlowDown');
    expect(s3.commandCalls(HeadObjectCommand)).toEqual([]);
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
