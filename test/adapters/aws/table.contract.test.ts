import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, dynamoDbTable } from '../../../lib/adapters/aws/table.ts';
import { describeDue } from '../../contracts/due.ts';
import { describePresence } from '../../contracts/presence.ts';
import { describeTable } from '../../contracts/table.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';
import { createTable } from '../../lab/hosts/dynamo-db.ts';
import { hasDynoxide, startDynoxide } from '../../lab/hosts/dynoxide.ts';

const openAt = async (url: string, stop: () => void = () => undefined) => {
  const client = new DynamoDBClient(emulator(url));
  const TableName = `contract-${crypto.randomUUID()}`;
  await client.send(createTable(TableName));
  const close = async () => {
    await client.send(new DeleteTableCommand({ TableName }));
    client.destroy();
    stop();
  };
  return { table: dynamoDbTable(documentClient(client), TableName), close };
};

if (endpoint) {
  const open = () => openAt(endpoint ?? '');
  describeTable(`DynamoDB at ${endpoint}`, open);
  describeDue(`DynamoDB at ${endpoint}`, open);
  describePresence(`DynamoDB at ${endpoint}`, open);
} else if (hasDynoxide) {
  const open = async () => {
    const { url, stop } = await startDynoxide();
    return openAt(url, stop);
  };
  describeTable('DynamoDB by Dynoxide', open);
  describeDue('DynamoDB by Dynoxide', open);
  describePresence('DynamoDB by Dynoxide', open);
} else {
  describeSkipped('the table, DynamoDB', 'no AWS_ENDPOINT_URL, and no Dynoxide for this machine');
}
