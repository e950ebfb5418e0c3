import type { ReactNode } from 'react';
import { PanelSection } from '@parley/ui/panel-section';
import { usePreference } from '../../../lib/preferences';

interface ContactSectionProps {
  name: 'details' | 'metadata' | 'channels' | 'comments' | 'others';
  title: string;
  count?: number;
  children: ReactNode;
}

/**
 * A section of the contact panel. Its open or closed state is stored and applies to all conversations; a closed
 * section renders no content.
 */
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
