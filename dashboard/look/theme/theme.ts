/** The dashboard looks like the demo room: slate, and the green of its camera. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const leaf: MantineColorsTuple = [
  '#e9f7f3',
  '#d3ece5',
  '#a9dacd',
  '#7cc7b4',
  '#57b59e',
  '#3c9c85',
  '#28836d',
  '#1d6b59',
  '#145546',
  '#0a4135',
];
/** Read easily on white, and white on it. */
const red: MantineColorsTuple = [
  '#fdecec',
  '#f9d2d2',
  '#f5abab',
  '#f08a8a',
  '#e06666',
  '#d04a4a',
  '#c23a3a',
  '#b52f2f',
  '#9c2525',
  '#7c1b1b',
];
const dark: MantineColorsTuple = [
  '#e9eef3',
  '#c6d0da',
  '#9fb0c0',
  '#75879a',
  '#3a4958',
  '#2c3845',
  '#1d2630',
  '#131a21',
  '#0e1318',
  '#090d11',
];

export const theme = createTheme({
  colors: { leaf, red, dark },
  primaryColor: 'leaf',
  // White is read easily on both (WCAG 2.2, 1.4.3).
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Open Sans', 'Helvetica Neue', sans-serif",
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  // The page has one banner; the heading of a dialog is none (WAI-ARIA 1.2, banner).
  components: {
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

/** What Mantine would make of these colours is hardly told from the ground, or not read on it (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-yellow-light': '#fdf6e3',
    '--mantine-color-yellow-light-color': '#7a5200',
  },
  dark: {
    '--mantine-color-yellow-light': '#2a2416',
    '--mantine-color-yellow-light-color': '#f2d08a',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-leaf-light': '#15302a',
    '--mantine-color-leaf-light-hover': '#1c3a33',
    '--mantine-color-leaf-light-color': '#a9dacd',
  },
});
