import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * A condition on what a service does: for a resource of the stack's own account. Only some services say whom they act for
 * when they take on a role; Lambda and API Gateway are not known to.
 */
export const forThisAccount = (scope: Construct) => ({
  StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
});
