import { Component, type ReactNode } from 'react';

interface FallbackProps {
  readonly children: ReactNode;
  /** What is drawn where the children cannot be. */
  readonly instead: ReactNode;
}

/** Keeps a part that cannot be drawn from taking the rest of the page with it. */
export class Fallback extends Component<FallbackProps, { readonly failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
