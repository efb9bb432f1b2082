import type { Storage } from '../storage/storage.ts';

export async function fillWithDemo(_storage: Storage, _folder: string): Promise<void> {}
