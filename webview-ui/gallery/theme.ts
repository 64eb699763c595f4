import { themes, type ThemeName } from './themes';

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  'contrast-light': 'vscode-high-contrast-light vscode-high-contrast',
};

/** Fonts as the editor sets them on Linux; the rest comes from the theme. */
const fonts = {
  '--vscode-font-family': 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': '"Droid Sans Mono", monospace',
  '--vscode-editor-font-size': '12px',
};

function isThemeName(name: string | null): name is ThemeName {
  return name !== null && Object.hasOwn(themes, name);
}

/** Gives the page what the editor gives a view: its colours as variables, and the kind of theme as a class. */
export function applyTheme(name: string | null): void {
  const theme = isThemeName(name) ? name : 'dark';
  const { style } = document.documentElement;
  style.cssText = '';
  for (const [variable, value] of Object.entries({ ...fonts, ...themes[theme] })) style.setProperty(variable, value);
  document.body.className = bodyClasses[theme];
  document.body.style.background = 'var(--vscode-sideBar-background)';
}
