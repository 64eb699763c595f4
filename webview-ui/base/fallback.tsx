import { Component, type ReactNode } from 'react';

interface FallbackProps {
  readonly children: ReactNode;
  /** Draws something where the children cannot be drawn. Nobody pays for it before. */
  readonly renderInstead: () => ReactNode;
}

/** Keeps a part that cannot be drawn from taking the rest of the page with it. */
export class Fallback extends Component<FallbackProps, { readonly failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? this.props.renderInstead() : this.props.children;
  }
}
