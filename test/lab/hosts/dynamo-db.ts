import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { tableIndexes } from '../../../lib/ports/table.ts';

const keySchema = ({ pk, sk }: { pk: string; sk: string }) => [
  { AttributeName: pk, KeyType: 'HASH' as const },
  { AttributeName: sk, KeyType: 'RANGE' as const },
];

/** Creates a table as the stack does, on an emulator. */
export const createTable = (TableName: string): CreateTableCommand => {
  const keys = [{ pk: 'pk', sk: 'sk' }, ...Object.values(tableIndexes)];
  const attributes = new Set(keys.flatMap(({ pk, sk }) => [pk, sk]));
  return new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema({ pk: 'pk', sk: 'sk' }),
    GlobalSecondaryIndexes: Object.entries(tableIndexes).map(([IndexName, index]) => ({
      IndexName,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['expires_at'] },
    })),
  });
};
