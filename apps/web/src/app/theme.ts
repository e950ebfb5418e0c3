import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eceefb',
  '#dde1fa',
  '#bfc6f5',
  '#a2adf2',
  '#8f9dff',
  '#6f80f2',
  '#4f62e3',
  '#3b4fd8',
  '#3242b4',
  '#283690',
];

/** Mantine's red, except for the two shades of filled buttons, on which white text must be readable. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#c92a2a',
  '#c92a2a',
  '#b02525',
  '#9c2020',
];

/** Mantine's colours of fields, borders and floating layers in dark mode. */
const dark: MantineColorsTuple = [
  '#e6e7ea',
  '#b8bbc2',
  '#9da1a9',
  '#6e727b',
  '#3a3c43',
  '#2a2c31',
  '#1d1e22',
  '#17181b',
  '#131417',
  '#0e0f11',
];

/** Style of dialog titles: they stand out from the content and may take two lines. */
const dialogTitle = { fontSize: '16px', lineHeight: '22px', fontWeight: 600 };

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark, red },
  defaultRadius: 6,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '22.5em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { styles: { root: { fontWeight: 400 } } },
    Badge: { styles: { root: { fontWeight: 500, textTransform: 'none' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120 },
        shadow: 'md',
        radius: 8,
        // The placeholder for the initial focus would be a child of the menu that is not a menu item, which ARIA
        // forbids.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, radius: 10, centered: true },
      styles: { title: dialogTitle },
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 120 } },
      styles: { title: dialogTitle },
    },
  },
});

/** Design tokens by colour scheme. Text has a contrast of at least 4.5 to 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--hairline': '1px solid var(--line)',
    '--bubble-radius': '12px',
    '--fast': '120ms ease-out',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1c1f',
    '--mantine-color-dimmed': '#5f636b',
    '--mantine-color-placeholder': '#6b6f78',
    '--mantine-color-anchor': '#3b4fd8',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#e0e1e5',
    '--rail': '#f6f6f7',
    '--line': '#e6e7ea',
    '--hover': '#f1f1f4',
    '--accent': '#3b4fd8',
    '--selected': '#eceefb',
    '--own': '#e8ebfd',
    '--theirs': '#f3f3f5',
    '--note': '#fff6dc',
    '--red': '#c92a2a',
    '--amber': '#a15c00',
    '--amber-on-selected': '#8f5100',
    '--green': '#23793c',
    '--vip': '#a15c00',
  },
  dark: {
    '--mantine-color-body': '#17181b',
    '--mantine-color-text': '#e6e7ea',
    '--mantine-color-dimmed': '#9da1a9',
    '--mantine-color-placeholder': '#8b9099',
    '--mantine-color-anchor': '#8f9dff',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-default': '#1d1e22',
    '--mantine-color-default-hover': '#25262b',
    '--mantine-color-default-border': '#33353b',
    '--rail': '#111214',
    '--line': '#26282d',
    '--hover': '#1f2024',
    '--accent': '#8f9dff',
    '--selected': '#262a45',
    '--own': '#272c4d',
    '--theirs': '#212226',
    '--note': '#3a3116',
    '--red': '#ff8787',
    '--amber': '#f2b04b',
    '--amber-on-selected': '#f2b04b',
    '--green': '#7bd693',
    '--vip': '#f2b04b',
  },
});
