import { describe, expect, it } from 'vitest';
import { ecrNameOf } from '../../lib/image/ecr-name.ts';

const registry = '123456789012.dkr.ecr.eu-central-1.amazonaws.com';
const bots = { registry, account: '123456789012', region: 'eu-central-1', repository: 'ci/bots' };
const digest = 'sha256:0f3c';

describe('the name of an image in ECR', () => {
  it.each([
    [`${registry}/ci/bots`, bots],
    [`${registry}/ci/bots:1.0`, { ...bots, tag: '1.0' }],
    [`${registry}/ci/bots@${digest}`, { ...bots, digest }],
    [`${registry}/ci/bots:1.0@${digest}`, { ...bots, tag: '1.0', digest }],
    [`${registry}.cn/ci/bots`, { ...bots, registry: `${registry}.cn` }],
  ])('says where it is: %s', (name, expected) => {
    expect(ecrNameOf(name)).toEqual(expected);
  });

  it.each(['', 'bots', 'registry.example.com/bots:1', `${registry}.example.com/bots`, `${registry}/`])(
    'is no other: %s',
    (name) => {
      expect(ecrNameOf(name)).toBeUndefined();
    },
  );
});
