/** The `Prefer` header, which holds for the one request that it comes with. */
import type { Asked } from '../../host/exchange.ts';

export interface Preferences {
  /** https://learn.microsoft.com/graph/outlook-immutable-id */
  readonly isImmutable: boolean;
  /** In which start and end are given, by its name as it was asked for: https://learn.microsoft.com/graph/api/calendar-list-calendarview */
  readonly zone: string;
  /** https://learn.microsoft.com/graph/api/event-get */
  readonly bodyType: 'html' | 'text';
  /** For the `Preference-Applied` header (https://github.com/microsoftgraph/msgraph-sdk-javascript/issues/297 shows one). */
  readonly applied: string;
  /** What the facsimile, or Graph, does not know. */
  readonly unknown: readonly string[];
}

/** A few of the names that Windows has for zones (https://github.com/unicode-org/cldr, windowsZones.xml); others go by the names of IANA. */
const windowsZones: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Eastern Standard Time': 'America/New_York',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'India Standard Time': 'Asia/Kolkata',
};

const ianaZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

export const zoneNamed = (name: string): string | undefined => {
  const zone = windowsZones[name] ?? name;
  return ianaZones.has(zone) ? zone : undefined;
};

export const preferencesOf = ({ headers }: Asked): Preferences => {
  const preferences = (headers.prefer ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const valueNamed = (name: string): string | undefined => {
    const found = preferences.find((each) => each.startsWith(`${name}=`));
    return found?.slice(name.length + 1).replaceAll('"', '');
  };
  const zone = valueNamed('outlook.timezone') ?? 'UTC';
  const idType = valueNamed('IdType');
  const bodyType = valueNamed('outlook.body-content-type');
  const isKnown = (each: string): boolean => /^(IdType|outlook\.timezone|outlook\.body-content-type)=/.test(each);
  return {
    isImmutable: idType === 'ImmutableId',
    zone,
    bodyType: bodyType === 'text' ? 'text' : 'html',
    applied: preferences.filter(isKnown).join(', '),
    unknown: [
      ...preferences.filter((each) => !isKnown(each)),
      ...(idType === undefined || idType === 'ImmutableId' ? [] : [`IdType=${idType}`]),
      ...(bodyType === undefined || bodyType === 'text' || bodyType === 'html'
        ? []
        : [`outlook.body-content-type=${bodyType}`]),
      ...(zoneNamed(zone) ? [] : [`outlook.timezone=${zone}`]),
    ],
  };
};
