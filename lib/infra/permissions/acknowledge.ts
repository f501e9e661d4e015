import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag on a construct and below: finding → why it is right here. */
export const acknowledge = (construct: IConstruct, findings: Readonly<Record<string, string>>): void => {
  for (const [id, reason] of Object.entries(findings)) Validations.of(construct).acknowledge({ id, reason });
};

/** A value of a template as cdk-nag writes it: references in angle brackets. */
const written = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', '']] = Object.entries(value as Record<string, unknown>);
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(written).join(separator);
  }
  return `<${Array.isArray(argument) ? argument.join('.') : argument}>`;
};

/** Accepts permissions for resources that are named by a pattern: resource → why it is. */
export const acknowledgePatterns = (construct: IConstruct, patterns: Readonly<Record<string, string>>): void => {
  for (const [resource, reason] of Object.entries(patterns)) {
    acknowledge(construct, {
      [`AwsSolutions-IAM5[Resource::${written(Stack.of(construct).resolve(resource))}]`]: reason,
    });
  }
};
