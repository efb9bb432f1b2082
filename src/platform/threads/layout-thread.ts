import { layOut } from '../markdown/lay-out.ts';
import { answerJobs } from './answer-jobs.ts';

answerJobs(layOut);
