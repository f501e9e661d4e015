import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../lib/infra/operations/budget.ts';
import { settingsOf } from '../../../lib/infra/settings.ts';

const settings = (given: Record<string, unknown>) => settingsOf((name) => given[name]);

describe('a budget', () => {
  it('is the account’s for a month, and writes when it is nearly spent, spent, or will be', () => {
    const stack = new Stack(new App(), 'Stack');
    new Budget(stack, 'Budget', { usd: 200, email: 'ops@example.com', tags: { team: 'media' } });
    const [budget] = Object.values(Template.fromStack(stack).findResources('AWS::Budgets::Budget'));
    const notice = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE', ComparisonOperator: 'GREATER_THAN' },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }],
    });
    expect(budget?.Properties).toEqual({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 200, Unit: 'USD' } },
      NotificationsWithSubscribers: [notice('ACTUAL', 80), notice('ACTUAL', 100), notice('FORECASTED', 100)],
      ResourceTags: [{ Key: 'team', Value: 'media' }],
    });
  });

  it('needs somebody to write to', () => {
    expect(() => settings({ monthlyBudgetUsd: '200' })).toThrow('say in alarmsEmail who is written to');
    expect(() => settings({ monthlyBudgetUsd: '0', alarmsEmail: 'ops@example.com' })).toThrow();
    expect(settings({ monthlyBudgetUsd: '200', alarmsEmail: 'ops@example.com' })).toMatchObject({
      monthlyBudgetUsd: 200,
    });
  });
});
