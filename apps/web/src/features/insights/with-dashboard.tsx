import type { ReactNode } from 'react';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DashboardResponse } from '@parley/contracts/api/insights';
import { Loadable } from '@parley/ui/loadable';
import { useTranslation } from '../../lib/translation';
import { dashboardQuery } from './insights-api';

interface WithDashboardProps {
  /** Title of the page. */
  title: string;
  /** Placeholder until the dashboard is loaded. */
  skeleton: { rows: number; height: number };
  children: (dashboard: DashboardResponse) => ReactNode;
}

/** Frame of an Insights page. Loads the dashboard, whose time zone all these pages need. */
export function WithDashboard({ title, skeleton, children }: WithDashboardProps) {
  const { t } = useTranslation();
  useDocumentTitle(`${title} · Parley`);
  const dashboard = useQuery(dashboardQuery);
  return (
    <Loadable query={dashboard} failed={t('insights.failed')} skeleton={skeleton}>
      {children}
    </Loadable>
  );
}
