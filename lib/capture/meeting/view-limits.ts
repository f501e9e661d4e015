/** How much a view holds, of whatever people do. Apart from its schema, which pages need not load. */
export const mostPeople = 1_000;
export const mostCaptions = 200;
export const mostMessages = 1_000;
export const mostAsides = 100;
export const longestMessage = 10_000;
/** Of what somebody says without a rest, which is told in parts: an hour of it. */
export const longestTalk = 50_000;
