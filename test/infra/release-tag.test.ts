import { describe, expect, it } from 'vitest';
import { isReleaseTag, tagOf } from '../../lib/image/release-tag.ts';
import { projectRoot } from '../../lib/infra/functions/bundle.ts';
import { versionIn } from '../../lib/infra/version.ts';

describe('the tag of a release', () => {
  it.each(['0.1.0', '0.1.0+39c0adfab1f2', '0.1.0+39c0adfab1f2-dirty', versionIn(projectRoot)])(
    'is known as one: of %s',
    (version) => {
      expect(isReleaseTag(tagOf(version))).toBe(true);
    },
  );

  it.each(['latest', '1', 'v0.1.0', '0.1.0-rc1', '39c0adfab1f2'])('is no other: %s', (tag) => {
    expect(isReleaseTag(tag)).toBe(false);
  });
});
