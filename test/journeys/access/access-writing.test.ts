import { testAccess } from '../../scenes/access-tests.ts';
import { writingScenes } from '../../scenes/writing-scenes.ts';

testAccess(writingScenes);
