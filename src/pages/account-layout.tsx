import { Outlet } from 'react-router';
import type { PageQuery } from './define-page.ts';

export function accountLayoutQueries(): readonly PageQuery[] {
  return [];
}

export function AccountLayout() {
  return <Outlet />;
}
