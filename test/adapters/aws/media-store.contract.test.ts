import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3MediaStore } from '../../../lib/adapters/aws/media-store.ts';
import { describeMediaStore } from '../../contracts/media-store.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';

if (endpoint) {
  describeMediaStore(`S3 at ${endpoint}`, async () => {
    const client = new S3Client({ ...emulator(endpoint ?? ''), forcePathStyle: true });
    const Bucket = `contract-${crypto.randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    return {
      store: s3MediaStore(client, Bucket),
      fetch: (link, headers = {}) => fetch(link, { headers }),
      close: async () => client.destroy(),
    };
  });
} else {
  describeSkipped('the media store, S3', 'no AWS_ENDPOINT_URL');
}
