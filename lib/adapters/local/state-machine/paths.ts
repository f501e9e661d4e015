/** The paths of the States Language that run on one machine: `$`, `$.a.b`, and a few places of the context object. */
import * as z from 'zod';
import { isRecord } from '../../../domain/json.ts';

/** What `$$` knows. */
export interface Context {
  readonly Execution: { readonly Name: string };
  readonly State: { readonly Name: string };
  readonly Task: { readonly Token: string | undefined };
}

const contextPaths = ['$$.Execution.Name', '$$.State.Name', '$$.Task.Token'];
const isReferencePath = (text: string): boolean => /^\$(?:\.[A-Za-z_][\w-]*)*$/.test(text);
const isPath = (text: string): boolean => isReferencePath(text) || contextPaths.includes(text);

export const ReferencePath = z.string().refine(isReferencePath, { error: 'is not a path like $ or $.a.b' });
export const Path = z
  .string()
  .refine(isPath, { error: `is not a path like $.a.b or one of ${contextPaths.join(', ')}` });

/** A path that leads nowhere, or does not fit: an error of the States Language by its name. */
export class PathError extends Error {
  override readonly name: 'States.ParameterPathFailure' | 'States.ResultPathMatchFailure' | 'States.Runtime';
  constructor(name: PathError['name'], message: string) {
    super(message);
    this.name = name;
  }
}

/** What a path leads to, `undefined` when nothing is there. */
export const lookUp = (path: string, data: unknown, context: Context): unknown => {
  const [root, ...names] = path.split('.');
  return names.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    root === '$$' ? context : data,
  );
};

/** Whether every field of a payload template that ends in `.$` holds a path known here. */
export const isTemplate = (template: unknown): boolean => {
  if (Array.isArray(template)) return template.every(isTemplate);
  if (!isRecord(template)) return true;
  return Object.entries(template).every(([name, value]) =>
    name.endsWith('.$') ? typeof value === 'string' && isPath(value) : isTemplate(value),
  );
};

/** The payload that a template stands for. @throws PathError when a path leads nowhere */
export const fillTemplate = (template: unknown, data: unknown, context: Context): unknown => {
  if (Array.isArray(template)) return template.map((part) => fillTemplate(part, data, context));
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => {
      if (!name.endsWith('.$')) return [name, fillTemplate(value, data, context)];
      const found = lookUp(value as string, data, context);
      if (found === undefined) throw new PathError('States.ParameterPathFailure', `there is nothing at ${value}`);
      return [name.slice(0, -2), found];
    }),
  );
};

/** The data with a result put where the path says; the data alone when there is no path. @throws PathError */
export const withResult = (path: string | null, data: unknown, result: unknown): unknown => {
  if (path === null) return data;
  const put = (value: unknown, names: readonly string[]): unknown => {
    const [name, ...rest] = names;
    if (name === undefined) return result;
    if (value !== undefined && !isRecord(value)) {
      throw new PathError('States.ResultPathMatchFailure', `a result does not fit in at ${path}`);
    }
    return { ...value, [name]: put(value?.[name], rest) };
  };
  return put(data, path.split('.').slice(1));
};
