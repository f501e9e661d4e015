/** Imported before whatever checks something when it is loaded: the page's policy forbids to make functions of text, which is tried otherwise. */
import * as z from 'zod';

z.config({ jitless: true });
