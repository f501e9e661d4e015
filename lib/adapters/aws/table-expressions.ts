/** The table port's writes and queries in DynamoDB's expression language. Names and values are numbered as they come. */
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Condition, type Key, keyAttributes, type Query, type Update, type Write } from '../../ports/table.ts';

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
  const terms =
    'in' in when
      ? Object.entries(when.in).map(
          ([attribute, values]) => `${to.name(attribute)} IN (${values.map((value) => to.value(value)).join(', ')})`,
        )
      : Object.entries(when.equals).map(([attribute, value]) => `${to.name(attribute)} = ${to.value(value)}`);
  return [`attribute_exists(${to.name('pk')})`, ...terms, unexpired(to, now)].join(' AND ');
};

/** The clauses of an update: attributes set, lists made longer, numbers made larger. */
const updateOf = (to: Placeholders, { set = {}, append = {}, increment = {} }: Update): string | undefined => {
  const known = (name: string, nothing: unknown): string => `if_not_exists(${name}, ${to.value(nothing)})`;
  const clauses = [
    ...Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => `${to.name(attribute)} = ${to.value(value)}`),
    ...Object.entries(append).map(([attribute, more]) => {
      const name = to.name(attribute);
      return `${name} = list_append(${known(name, [])}, ${to.value(more)})`;
    }),
    ...Object.entries(increment).map(([attribute, more]) => {
      const name = to.name(attribute);
      return `${name} = ${known(name, 0)} + ${to.value(more)}`;
    }),
  ];
  return clauses.length > 0 ? `SET ${clauses.join(', ')}` : undefined;
};

/** What every action of a write says: its table, its condition, and that a refusal tells the item. */
const sharedOf = (TableName: string, to: Placeholders, when: Condition | undefined, now: number) => {
  const ConditionExpression = when && conditionOf(to, when, now);
  return {
    TableName,
    ...to.attributes(),
    ...(ConditionExpression && { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
};

/** An update as the input of an UpdateItem, or of an action of a transaction. */
export const updateInputOf = (TableName: string, update: Update, now: number) => {
  const to = placeholders();
  const UpdateExpression = updateOf(to, update);
  return { ...sharedOf(TableName, to, update.when, now), Key: keyOf(update.update), UpdateExpression };
};

/** A write as an action of a transaction; the input of a Put, Update or Delete by itself is the same. */
export const transactItemOf = (TableName: string, write: Write, now: number): TransactItem => {
  if ('update' in write) return { Update: updateInputOf(TableName, write, now) };
  const to = placeholders();
  const shared = sharedOf(TableName, to, write.when, now);
  if ('put' in write) return { Put: { ...shared, Item: write.put } };
  if ('delete' in write) return { Delete: { ...shared, Key: keyOf(write.delete) } };
  return { ConditionCheck: { ConditionExpression: undefined, ...shared, Key: keyOf(write.check) } };
};

/** Only the key of what may be a whole item: DynamoDB refuses more. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

const greater = (a: string, b: string): string => (a > b ? a : b);
const lesser = (a: string, b: string): string => (a < b ? a : b);

/** The bounds of a query's sort keys. Both ends are answered: those that the query excludes are for the caller to leave out. */
const rangeOf = ({ prefix = '', above = '', below, after, order }: Query): readonly [from: string, to: string] => {
  const last = prefix + beyond;
  const isDescending = order === 'descending';
  return [
    [above, isDescending ? '' : (after ?? '')].reduce(greater, prefix),
    [below ?? last, isDescending ? (after ?? last) : last].reduce(lesser, last),
  ];
};

/** A query's conditions; undefined when no key can meet them. */
export const queryExpressions = (query: Query, now: number) => {
  const [from, until] = rangeOf(query);
  if (from > until) return undefined;
  const to = placeholders();
  const { pk: partitionKey, sk: sortKey } = keyAttributes(query.index);
  const partition = `${to.name(partitionKey)} = ${to.value(query.partition)}`;
  const bounds =
    from === ''
      ? `${to.name(sortKey)} <= ${to.value(until)}`
      : `${to.name(sortKey)} BETWEEN ${to.value(from)} AND ${to.value(until)}`;
  const FilterExpression = unexpired(to, now);
  return { KeyConditionExpression: `${partition} AND ${bounds}`, FilterExpression, ...to.attributes() };
};
