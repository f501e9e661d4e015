/** The table port's writes and queries in DynamoDB's expression language. Names and values are numbered as they come. */
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Condition, Key, Query, Write } from '../../ports/table.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Greater than every string that continues a prefix: the last code point. */
const beyond = '\u{10FFFF}';

/** Collects the placeholders of one expression after another. */
const placeholders = () => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  return {
    name(attribute: string): string {
      const placeholder = `#n${Object.keys(names).length}`;
      names[placeholder] = attribute;
      return placeholder;
    },
    value(value: unknown): string {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = value;
      return placeholder;
    },
    attributes: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
};
type Placeholders = ReturnType<typeof placeholders>;

/** DynamoDB removes expired items within days; until then they are passed over. */
const unexpired = (to: Placeholders, now: number): string => {
  const expiry = to.name('expires_at');
  return `(attribute_not_exists(${expiry}) OR ${expiry} > ${to.value(now)})`;
};

const conditionOf = (to: Placeholders, when: Condition, now: number): string => {
  if ('exists' in when) {
    const exists = `attribute_exists(${to.name('pk')}) AND ${unexpired(to, now)}`;
    return when.exists ? exists : `NOT (${exists})`;
  }
  const equal = Object.entries(when.equals).map(([attribute, value]) => `${to.name(attribute)} = ${to.value(value)}`);
  return [`attribute_exists(${to.name('pk')})`, ...equal, unexpired(to, now)].join(' AND ');
};

const updateOf = (to: Placeholders, set: Readonly<Record<string, unknown>>): string | undefined => {
  const assignments = Object.entries(set)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => `${to.name(attribute)} = ${to.value(value)}`);
  return assignments.length > 0 ? `SET ${assignments.join(', ')}` : undefined;
};

/** A write as an action of a transaction; the input of a Put, Update or Delete by itself is the same. */
export const transactItemOf = (TableName: string, write: Write, now: number): TransactItem => {
  const to = placeholders();
  const UpdateExpression = 'set' in write ? updateOf(to, write.set) : undefined;
  const ConditionExpression = write.when && conditionOf(to, write.when, now);
  const shared = {
    TableName,
    ...to.attributes(),
    ...(ConditionExpression && {
      ConditionExpression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
  };
  if ('put' in write) return { Put: { ...shared, Item: write.put } };
  if ('update' in write) return { Update: { ...shared, Key: keyOf(write.update), UpdateExpression } };
  if ('delete' in write) return { Delete: { ...shared, Key: keyOf(write.delete) } };
  return { ConditionCheck: { ...shared, Key: keyOf(write.check), ConditionExpression } };
};

/** Only the key of what may be a whole item: DynamoDB refuses more. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** The bounds of a query's sort keys; both ends are answered, `after` itself is for the caller to leave out. */
const rangeOf = ({ prefix = '', after, order }: Query): readonly [from: string, to: string] => {
  const last = prefix + beyond;
  if (after === undefined) return [prefix, last];
  return order === 'descending' ? [prefix, after < last ? after : last] : [after > prefix ? after : prefix, last];
};

/** A query's conditions; undefined when no key can meet them. */
export const queryExpressions = (query: Query, now: number) => {
  const [from, until] = rangeOf(query);
  if (from > until) return undefined;
  const to = placeholders();
  const [partitionKey, sortKey] = query.index ? ['listing_pk', 'listing_sk'] : ['pk', 'sk'];
  const partition = `${to.name(partitionKey)} = ${to.value(query.partition)}`;
  const bounds =
    from === ''
      ? `${to.name(sortKey)} <= ${to.value(until)}`
      : `${to.name(sortKey)} BETWEEN ${to.value(from)} AND ${to.value(until)}`;
  const FilterExpression = unexpired(to, now);
  return { KeyConditionExpression: `${partition} AND ${bounds}`, FilterExpression, ...to.attributes() };
};
