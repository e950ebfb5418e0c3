import type { ReactNode } from 'react';
import { PanelSection } from '@parley/ui/panel-section';
import { usePreference } from '../../../lib/preferences';

interface ContactSectionProps {
  name: 'details' | 'metadata' | 'channels' | 'comments' | 'others';
  title: string;
  count?: number;
  children: ReactNode;
}

/** A part of the contact's panel. It stays as it was left, in every conversation, and draws nothing while it is closed. */
export function ContactSection({ name, children, ...shown }: ContactSectionProps) {
  const [collapsed, setCollapsed] = usePreference('collapsedSections');
  const isOpen = !collapsed.includes(name);
  const toggle = () =>
    setCollapsed(isOpen ? [...collapsed, name] : collapsed.filter((other) => other !== name));
  return (
    <PanelSection {...shown} isOpen={isOpen} onToggle={toggle}>
      {isOpen && children}
    </PanelSection>
  );
}
