import { testLaws } from "./laws-tests";

testLaws("exchange");
