"""Words of a request that no document is found by: function words (no terms) and vague words (little weight)."""

ARTICLES = frozenset({"a", "an", "the"})

FUNCTION_WORDS = frozenset(
    (
        "the a an of to in on for by with at from and or but is are was were be been being am do does did not no nor so if then than that this "
        "these those it its i me my mine we us our you your yours he him his she her they them their there here as into onto "
        "about which who whom whose what when where why how can could would should will shall may might must please kindly just "
        "also too only very much many more most some any each such same other another own per via until while during before "
        "after since because though although again once ever never always often still already yet now today yesterday tomorrow "
        "hey hi hello ok okay thanks thank let lets want need like wish d ll m re ve s t don't doesn't didn't can't won't isn't "
        "aren't wasn't weren't couldn't shouldn't wouldn't cannot without have has had having get got going go something "
        "someone somebody anything anyone thing everything everyone u uh um well really actually currently instead rather "
        "both either neither one two up out off over down back through between within across toward against along around "
        "one's whether except unless upon able allowed possible sure make try help look it'd i'd exactly simply quickly "
        "right last next forget remember past ago week month day year hour minute lot bit kind sort way right"
    ).split()
) | frozenset(
    (
        "좀 줘 주세요 것 거 게 수 등 및 그 이 저 내 나 제 우리 어떤 무슨 뭐 무엇 뭘 어디 언제 누구 누가 왜 어떻게 어떡해 있 있는 있는지 있나 있나요 있어 있어요 있다 "
        "있을까 없는 없어 없이 그리고 또는 또 혹은 대해 대한 대해서 관련 관련된 통해 통한 위해 위한 때 지금 현재 오늘 어제 내일 이번 지난 지난주 지난달 이번주 이번달 "
        "그럼 이제 부탁 부탁해 부탁드려요 부탁드립니다 바랍니다 원해 원합니다 싶어 싶어요 싶은데 싶습니다 말고 않고 않은 않는 안 못 마 마세요 말아줘 주고 줄래 줄래요 주실래요 주라 가지고 "
        "따라 따른 대로 까지 부터 에서 에게 으로 이거 그거 저거 이것 그것 여기 거기 저기 모든 모두 전부 다 하나 하나만 한 두 세 번 개 명 건 중 중인 전 후 뒤 동안 "
        "사이 정도 뭐야 뭔지 뭐가 얼마 얼마나 얼마야 몇 몇개 몇명 몇건 싶 같은 같이 함께 바로 당장 빨리 다시 한번 혹시 그냥 아까 방금 최근 되 하 되어 된 해 야 요 네 예 응 "
        "아니 아니라 인 및의 의한 의해 이랑 해당 특정 누구야 누구인지 누군지 어느 어디야 언제야 님 씨 처리 진행 대상"
    ).split()
)

# No terms by themselves either (prepositions, times, numbers, words of asking), but they may open an idiom: "turn off".
QUIET_WORDS = FUNCTION_WORDS | frozenset(
    (
        "little under above below beneath beside besides beyond among amongst inside outside behind near unto "
        "regarding concerning despite throughout versus vs plus minus monday tuesday wednesday thursday "
        "friday saturday sunday mon tue wed thu fri sat sun january february march april june july august "
        "september october november december jan feb mar apr jun jul aug sep sept oct nov dec morning noon "
        "afternoon evening night tonight midnight weekend lately recently soon later earlier early late "
        "fortnight summer winter spring autumn decade century yearly three four five six seven eight nine ten "
        "eleven twelve dozen hundred thousand million half couple few several first third fourth fifth enough "
        "less least bigger fewer says keep kept exist use using used matter happen happening happened anymore "
        "anyway indeed maybe perhaps politely properly correctly directly immediately temporarily permanently "
        "manually automatically especially prepared honour honouring honor honoring sit stand lie waiting "
        "looking come came coming goes went gone take taken took taking bring brought turn turned seem seems "
        "tried trying wanted wants said tell told missed yourself himself herself itself themselves ourselves "
        "general ordinary normal usual certain nice good bad great fine proper "
        "월요일 화요일 수요일 목요일 금요일 토요일 일요일 월요일에 주말 평일 오전 오후 아침 점심 저녁 밤 새벽 자정 정오 달 월 일 주 년 시 분 초 시간째 올해 작년 내년 다음주 "
        "다음달 다음 이달 지난해 그제 모레 하루 이틀 사흘 나흘 열흘 보름 한달 두달 여름 겨울 봄 가을 분기 상반기 하반기 다섯 여섯 일곱 여덟 아홉 스무 두세 서너 여러 "
        "몇몇 둔 쭉 둬 두고 놓은 놔 달라고 달래 온 본 준 되도록 더는 더 덜 이미 벌써 아직 여전히 계속 자꾸 얼른 어서 제발 꼭 반드시 정상적으로 제대로 잘 못해 들 들어 곳 쪽 "
        "김에 만큼 마다 그때 이때 덕분에 때문에 하네 하네요 하시네요 하신대요 한대 한대요 나를 나도 저를 저도 우리가 저희 너 당신 걔 그분 이분 저분 누군가 아무 아무나 뭐라고 어떻 "
        "어떤지 어떠한 이런 그런 저런 "
    ).split()
)

# Said of nearly every tool, so that a match says little.
VAGUE_WORDS = frozenset(
    (
        "information info data detail detailed thing stuff system service server api endpoint operation tool call record "
        "item entry object resource result value current specific particular given existing available list all new single every "
        "number amount time date related full whole complete certain various name id kind type"
    ).split()
) | frozenset(
    "정보 데이터 상세 내용 자료 목록 리스트 전체 시스템 서비스 결과 항목 값 세부 내역 현황 상태정보 세부정보 상세정보 이름 번호 아이디 건수 개수 방법 기능 관리".split()
)

# Words that make a text a question where no verb asks for anything.
QUESTION_STEMS = frozenset("what which who whom whose when where why how".split()) | frozenset(
    "어떻게 어때 뭐 뭐야 뭔지 뭐지 뭔가 뭐가 뭘 무엇 누구 누가 누구야 누군지 언제 언제야 어디 어디야 어떤 무슨 어느 얼마 얼마나 얼마야 얼마지 얼마인지 몇 몇개 몇명 몇건 왜 있나 있나요 있어 있어요 있는지 있니 있을까 궁금".split()
)
