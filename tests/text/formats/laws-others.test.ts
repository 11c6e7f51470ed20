import { testLaws } from "./laws-tests";

testLaws("others");
