// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { lettersScenes } from '../../scenes/letters-scenes.ts';

testAccess(lettersScenes);
