import { expect, it } from 'vitest';
import * as z from 'zod';
import { shapeOf } from '../../lib/storage/shape.ts';

const Input = z
  .strictObject({
    name: z.string().min(3).max(5),
    seconds: z.int().min(1).max(60).default(30),
    choice: z.enum(['a', 'b']),
    list: z.array(z.url()).min(1).exactOptional(),
    nothing: z.string().regex(/x/).nullable(),
    either: z.union([z.string().max(1), z.number(), z.boolean()]),
    more: z.record(z.string().max(2), z.strictObject({ at: z.iso.datetime() })),
  })
  .refine(() => false);

const stored = {
  name: 'longer than it may be today',
  seconds: 0.5,
  choice: 'a',
  list: [],
  nothing: null,
  either: 'long',
  more: { longer: { at: 'some time' } },
} as const;

it('accepts what is beyond the limits of a schema, drops fields that it does not know, and fills in defaults', () => {
  expect(Input.safeParse(stored).success).toBe(false);
  expect(shapeOf(Input).parse({ ...stored, unknown: 1 })).toEqual(stored);
  const { seconds: _, list: __, ...less } = stored;
  expect(shapeOf(Input).parse(less)).toEqual({ ...less, seconds: 30 });
});

it.each([
  ['name', 5],
  ['name', undefined],
  ['seconds', '30'],
  ['choice', 'c'],
  ['list', [1]],
  ['list', undefined],
  ['nothing', undefined],
  ['either', null],
  ['more', { some: { at: 1 } }],
])('refuses a %s that is %j', (field, value) => {
  expect(shapeOf(Input).safeParse({ ...stored, [field]: value }).error?.issues[0]?.path[0]).toBe(field);
});
