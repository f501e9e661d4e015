/**
 * What AWS asks: list prices in USD for us-east-1, before taxes and discounts. Each names the maker's page to look it up on, and
 * where it was checked on the day named, if it was; the others are as generally known then. Other regions cost up to 30 % more.
 * What is free for every account, every month, not only in its first year, is kept apart.
 */
export interface Price {
  readonly usd: number;
  readonly per: string;
  readonly source: string;
  readonly on: string;
  readonly checked_at?: string;
  /** So many of the unit are free each month. */
  readonly free_a_month?: number;
}

const on = '2026-11-22';
const page = (service: string): string => `https://aws.amazon.com/${service}/pricing/`;
const price = (
  usd: number,
  per: string,
  source: string,
  more: Pick<Price, 'checked_at' | 'free_a_month'> = {},
): Price => ({ usd, per, source, on, ...more });

const fargate = { checked_at: 'https://www.vantage.sh/blog/fargate-pricing' };
const s3 = { checked_at: 'https://c3x.dev/blog/s3-request-fees-explained' };
const dynamoDb = { checked_at: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing' };
const cloudWatch = {
  checked_at: 'https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/',
};

export const prices = {
  fargate_arm_vcpu: price(0.032_38, 'vCPU and hour', page('fargate'), fargate),
  fargate_arm_memory: price(0.003_56, 'GB and hour', page('fargate'), fargate),
  fargate_x86_vcpu: price(0.040_48, 'vCPU and hour', page('fargate'), fargate),
  fargate_x86_memory: price(0.004_445, 'GB and hour', page('fargate'), fargate),
  /** The share of the price on demand that is paid. Spot's price changes from day to day: up to 70 % less. */
  fargate_spot_share: price(0.3, 'USD on demand', page('fargate'), {
    checked_at: 'https://www.wring.co/blog/aws-fargate-pricing-guide',
  }),
  public_address: price(0.005, 'public IPv4 address and hour', page('vpc')),
  s3_write: price(0.005 / 1000, 'PUT, COPY or POST', page('s3'), s3),
  s3_storage: price(0.023, 'GB and month', page('s3')),
  /** To the internet; the free part is that of all services of an account together. Into AWS nothing is asked. */
  internet_out: price(0.09, 'GB that leaves AWS', 'https://aws.amazon.com/ec2/pricing/on-demand/', {
    checked_at: 'https://wring.co/blog/aws-data-transfer-pricing-guide',
    free_a_month: 100,
  }),
  table_write: price(0.625e-6, 'write unit', page('dynamodb/on-demand'), dynamoDb),
  table_read: price(0.125e-6, 'read unit', page('dynamodb/on-demand'), dynamoDb),
  queue_request: price(0.4e-6, 'request', page('sqs'), { free_a_month: 1_000_000 }),
  function_call: price(0.2e-6, 'call', page('lambda'), {
    checked_at: 'https://aws.amazon.com/lambda/pricing/',
    free_a_month: 1_000_000,
  }),
  function_time: price(13.333_4e-6, 'GB and second, arm64', page('lambda'), {
    checked_at: 'https://aws.amazon.com/lambda/pricing/',
    free_a_month: 400_000,
  }),
  transition: price(0.025 / 1000, 'state transition', page('step-functions'), { free_a_month: 4000 }),
  api_request: price(1e-6, 'request to an HTTP API', page('api-gateway')),
  log_intake: price(0.5, 'GB of log', page('cloudwatch'), { ...cloudWatch, free_a_month: 5 }),
  metric: price(0.3, 'metric of one’s own and month', page('cloudwatch'), { ...cloudWatch, free_a_month: 10 }),
  alarm: price(0.1, 'metric that an alarm watches, and month', page('cloudwatch'), { ...cloudWatch, free_a_month: 10 }),
  dashboard: price(3, 'dashboard and month', page('cloudwatch'), { ...cloudWatch, free_a_month: 3 }),
  image_storage: price(0.1, 'GB of image and month', page('ecr')),
  key: price(1, 'key and month', page('kms')),
  key_request: price(0.03 / 10_000, 'request', page('kms'), { free_a_month: 20_000 }),
  schedule_call: price(1e-6, 'call of a schedule', page('eventbridge'), {
    checked_at: 'https://cloudburn.io/blog/amazon-eventbridge-pricing',
    free_a_month: 14_000_000,
  }),
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof prices;

export interface HostedPrice {
  readonly service: string;
  /** For an hour of a bot, in the plan for those who begin. */
  readonly usd: number;
  readonly besides: string;
  readonly source: string;
  readonly on: string;
}

export const hostedPrices: readonly HostedPrice[] = [
  { service: 'Telnyx', usd: 0.756, besides: '', source: 'https://telnyx.com/pricing', on },
  {
    service: 'Recall.ai',
    usd: 0.5,
    besides: '0.15 for its transcription',
    source: 'https://www.recall.ai/pricing',
    on,
  },
  { service: 'Attendee', usd: 0.5, besides: '0.35 for many hours', source: 'https://attendee.dev/pricing', on },
  {
    service: 'firstcall.dev',
    usd: 0.35,
    besides: '0.12 for its transcription',
    source: 'https://www.firstcall.dev/llms.txt',
    on,
  },
  { service: 'Vexa', usd: 0.3, besides: '', source: 'https://vexa.ai/pricing', on },
  { service: 'meetbot', usd: 0.3, besides: '', source: 'https://meetbot.dev/llms-full.txt', on },
];
