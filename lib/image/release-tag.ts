/** What a release is called as the tag of an image, in which there may be no plus. */
export const tagOf = (version: string): string => version.replaceAll('+', '-');

/** Whether a tag is that of a release of whatever version: `versionIn` (lib/infra/version.ts) says how they look. */
export const isReleaseTag = (tag: string): boolean => /^\d+\.\d+\.\d+(-[0-9a-f]{7,}(-dirty)?)?$/.test(tag);
