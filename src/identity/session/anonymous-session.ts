import type { Session } from './session.ts';

/** The session of an anonymous member without any personal data. */
export const anonymousSession: Session = {
  id: '',
  person: { id: '', email: '', displayName: '', photoURL: null, role: 'member' },
  label: '',
  createdAt: 0,
  authenticatedAt: 0,
  lastSeenAt: 0,
  expiresAt: 0,
};
