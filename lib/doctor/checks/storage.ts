import { DescribeContinuousBackupsCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import { look, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

/** Whether the table works, and can be brought back to where it was. */
export const checkTable: Check = async ({ dynamoDb, outputs: { TableName } }) => {
  const about = 'table';
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName }));
  const status = Table?.TableStatus ?? 'unknown';
  if (status !== 'ACTIVE' && status !== 'UPDATING') {
    return [wrong(about, `${TableName} is ${status}`, 'look at it in DynamoDB, and at CloudTrail for who did it')];
  }
  const { ContinuousBackupsDescription: backups } = await dynamoDb.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const isOn = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
  if (isOn) return [well(about, `${status}, can be brought back to any moment of its last days`)];
  return [
    look(
      about,
      'the table has no point-in-time recovery',
      'right for a stage to try things; else deploy without protected=false',
    ),
  ];
};

/** Whether secrets can be opened. */
export const checkKey: Check = async ({ kms, outputs: { SecretKeyId } }) => {
  const about = 'KMS key';
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: SecretKeyId }));
  const state = KeyMetadata?.KeyState ?? 'unknown';
  if (state === 'Enabled') return [well(about, 'enabled')];
  return [
    wrong(
      about,
      `the key is ${state}: no secret can be opened, so no webhook is signed`,
      state === 'PendingDeletion'
        ? `at once: aws kms cancel-key-deletion --key-id ${SecretKeyId}, then enable-key`
        : `aws kms enable-key --key-id ${SecretKeyId}`,
    ),
  ];
};
