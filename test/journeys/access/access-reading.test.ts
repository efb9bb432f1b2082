import { testAccess } from '../../scenes/access-tests.ts';
import { readingScenes } from '../../scenes/reading-scenes.ts';

testAccess(readingScenes);
