/** Names of objects that came out of meetings: paths that mean the same in a bucket and below a folder. */

const longestPartBytes = 255;

const isPart = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part) && Buffer.byteLength(part) <= longestPartBytes;

/** The parts of an object's name. @throws RangeError when it could lead anywhere but below its folder */
export const partsOf = (name: string): string[] => {
  const parts = name.split('/');
  if (!parts.every(isPart)) throw new RangeError(`${JSON.stringify(name)} is not a name for an object`);
  return parts;
};
