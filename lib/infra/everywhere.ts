/** What holds for every resource of a stack, whichever construct makes it. */
import { Aspects, type IAspect, type Stack, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { Settings } from './settings.ts';

const logsAreKept = (days: number): IAspect => ({
  visit(construct) {
    if (construct instanceof CfnLogGroup) construct.retentionInDays = days;
  },
});

export const applyEverywhere = (
  stack: Stack,
  { tags, permissionsBoundary, logRetentionDays }: Pick<Settings, 'tags' | 'permissionsBoundary' | 'logRetentionDays'>,
): void => {
  for (const [name, value] of Object.entries(tags)) Tags.of(stack).add(name, value);
  Aspects.of(stack).add(logsAreKept(logRetentionDays));
  if (permissionsBoundary === undefined) return;
  PermissionsBoundary.of(stack).apply(
    permissionsBoundary.startsWith('arn:')
      ? ManagedPolicy.fromManagedPolicyArn(stack, 'Boundary', permissionsBoundary)
      : ManagedPolicy.fromManagedPolicyName(stack, 'Boundary', permissionsBoundary),
  );
};
