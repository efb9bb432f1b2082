// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { toldScenes } from '../../scenes/told-scenes.ts';

testAccess(toldScenes);
