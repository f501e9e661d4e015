import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export interface BudgetProps {
  /** What the account is meant to cost in a month, in USD. */
  readonly usd: number;
  readonly email: string;
  readonly tags: Settings['tags'];
}

/** Told when so much of the budget is spent, or will be by the end of the month. */
const notices = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * Writes to somebody before a month costs more than it is meant to. It is the whole account's: costs of one stack can be told
 * apart only by tags that were made known to the billing of the account before.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { usd, email, tags }: BudgetProps) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
      notificationsWithSubscribers: notices.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
      // The CDK does not know that a budget takes tags.
      ...(Object.keys(tags).length > 0 && {
        resourceTags: Object.entries(tags).map(([key, value]) => ({ key, value })),
      }),
    });
  }
}
