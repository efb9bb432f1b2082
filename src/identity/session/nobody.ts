import type { Session } from './session.ts';

/** The session of a member who is nobody in particular: nothing is theirs, and so nothing of anybody's is shown. */
export const nobodysSession: Session = {
  id: '',
  person: { id: '', email: '', displayName: '', photoURL: null, role: 'member' },
  label: '',
  createdAt: 0,
  authenticatedAt: 0,
  lastSeenAt: 0,
  expiresAt: 0,
};
