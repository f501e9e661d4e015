/** The platforms of calendars: what they are called on the wire, and whose they are. */
export const calendarMakers = {
  calendar_provider_a: 'Google Calendar',
  calendar_provider_b: 'Microsoft Outlook',
} as const;

export type CalendarPlatform = keyof typeof calendarMakers;
export const calendarPlatforms = Object.keys(calendarMakers) as [CalendarPlatform, ...CalendarPlatform[]];
