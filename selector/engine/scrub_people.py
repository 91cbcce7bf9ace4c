"""Rules for names and addresses of people: text in, the spans that hold one out."""

import re

from selector.engine.scrub_names import Kind
from selector.engine.scrub_rules import MARKS, Rule, Span, rule, take

# Korean family names of one syllable, and the syllables that given names are mostly made of (chosen by hand).
FAMILY = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진나지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부"
GIVEN = "민서준우현지영수진호성은경희정윤연주하나원재승동길철미선혜숙자순옥란화인아빈유율린솔찬훈혁석용규태형상광종근기도건범환일식균명복덕국춘애예슬람온채소보가시세창홍학웅욱엽완한중익배필택표효후강두래리"
PERSON = f"[{FAMILY}][{GIVEN}][{GIVEN}]"
NO_PEOPLE = frozenset(
    """정보 주문 배송 배송지 조회 주소 이름 이메일 전화 전화번호 변경 수정 삭제 정렬 공백 전체 기본 신규 없음 구매자 주문자 신청자 신청인 방문자 이용자
    소비자 사용자 구매 상태 상품 상세 목록 안내 문의 문자 문자열 유형 종류 고객 고객님 회원 회원님 선생님 사장님 이하 이상 지정 한글 영문 공란 조건 하나
    주문명 모든 모두 전부 오늘 내일 어제 이번 지난 주의 반드시 정확 정확히 동일 유일 필수 선택 오류 확인 추가 추천 서비스 도구 도시 지역 강남 경기 전남 경남
    안녕 원하는 기준 이것 이게 어떤 임시 하위 상위 고유 선정 지급 조정 정산 우선 연동 우리 나라 진행 주기 구성 구분 인증 이미지 이력 배정""".split()
)
NAME_SUFFIX = r"(?:\s?(?:입니다|이에요|예요|이고|이며|이라는|님|씨|고객|회원)|의|은|는|이|가|을|를|에게|께|으로|로|야|이야)?[의은는이가을를께]?(?![가-힣])"
KOREAN_NAME = re.compile(
    rf"[{FAMILY}][가-힣]{{2}}(?={NAME_SUFFIX})|[{FAMILY}][가-힣](?={NAME_SUFFIX})|[{FAMILY}][가-힣]{{3}}(?={NAME_SUFFIX})"
    rf"|[{FAMILY}] [가-힣] [가-힣](?![가-힣])"
)
ANY_KOREAN_NAME = re.compile(r"[가-힣]{2,6}(?=(?:\s?(?:님|씨))?(?![가-힣]))")
CAPITALISED = "[A-ZÀ-Þ][a-zà-ÿ]{1,24}(?:['’\\-]?[A-Z][a-zà-ÿ]{1,20})?"
LATIN_NAMES = re.compile(rf"{CAPITALISED}(?: [A-Z]\.)?(?: {CAPITALISED}){{1,3}}(?![A-Za-z])")
LATIN_NAME = re.compile(rf"{CAPITALISED}(?: [A-Z]\.)?(?: {CAPITALISED}){{0,3}}(?![A-Za-z])")
PLAIN_NAMES = re.compile(r"(?:[A-Z]{2,20}(?: [A-Z]{1,20}){1,2}|[a-z]{2,20} [a-z]{2,20})(?=\s*(?:[,.;)\n]|$))")
# Labels behind which only a person can stand; behind a bare "name" the value itself must look like one.
PERSON_LABELS = ("성명", "성함", "고객명", "회원명", "수령인", "받는사람", "받는분", "수취인", "예금주", "주문자", "주문자명", "수령자",
                 "보내는사람", "보호자명")  # fmt: skip
API_NOUNS = frozenset(
    """Member Members Order Orders Product Products Delivery Detail List Info Inventory Refund Coupon Secret User Users
    Item Items Service Server Client Pet Store Petstore Api API Get Create Update Delete Search Find Name Page Count
    Summary Status Type Category Payment Shop Demo Test Default Main Content Data Tool Tools Key Value File Response
    Request Schema Error Bad Not The This Public Private Customer Account Repository Issue Pull""".split()
)


def is_person_label(label: str) -> bool:
    """Whether `name`, or a Korean word for it, may stand before a person; `상품 이름` and `tool name` do not."""
    return label.lower() in ("name", "contact", "recipient", "customer", "receiver", "attn", "cardholder")


def person_end(text: str, start: int, label: str) -> int:
    """Where the name of a person that begins at `start` ends; `start` where there is none."""
    compact = "".join(label.split()).lower()
    korean = next((m for m in (KOREAN_NAME.match(text, start),) if m and m.group() not in NO_PEOPLE), None)
    if korean:
        return korean.end()
    if compact in PERSON_LABELS:
        other = ANY_KOREAN_NAME.match(text, start)
        if other and other.group() not in NO_PEOPLE:
            return other.end()
    pattern = LATIN_NAMES if compact in ("name", "contact", "customer", "이름") else LATIN_NAME
    latin = pattern.match(text, start)
    if latin is None and pattern is LATIN_NAME:
        latin = PLAIN_NAMES.match(text, start)
    if latin is None or not API_NOUNS.isdisjoint(latin.group().split()):
        return start
    return latin.end()


REGION = ("(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주|충청[남북]도|전라[남북]도|경상[남북]도)"
          "(?:특별자치시|특별자치도|특별시|광역시|시|도)?")  # fmt: skip
DETAIL = (
    r"(?:[,\s(]{1,3}(?:[0-9A-Za-z가-힣]{1,15}(?:아파트|빌라|빌딩|타워|오피스텔|맨션|주택|상가|타운|캐슬|자이)|[0-9A-Za-z가-힣]{1,5}동|"
    r"지하 ?[0-9]{1,2}층?|[0-9]{1,3}층|[0-9A-Z]{1,5}(?:-[0-9]{1,4})?호|[0-9]{1,4}-[0-9]{1,4}(?![0-9-]))\)?){0,5}"
)
PLACE = (
    rf"(?:{REGION}\s{{1,2}}(?:[가-힣]{{1,6}}[시군구]\s{{1,2}}){{0,2}}|(?:[가-힣]{{1,5}}[시군구]\s{{1,2}}){{1,2}})"
    r"(?:[가-힣]{1,6}[읍면]\s{1,2})?"
)
STREET = (
    r"[가-힣0-9]{1,12}(?:(?<!으)(?<!별)로|길|동|가|리)(?:\s?[0-9]{1,4}(?:번|가)?길)?\s{0,2}(?:산\s?)?(?:지하\s?)?[0-9]{1,5}(?:-[0-9]{1,5})?"
    r"(?:번지|번길\s?[0-9]{1,4}(?:-[0-9]{1,4})?)?(?![0-9])(?!\s?(?:개|건|명|원|일|월|년|회|시간|분|번째|박|위))"
)
KOREAN_ADDRESS = rf"(?<![가-힣]){PLACE}{STREET}{DETAIL}"
LATIN_ADDRESS = (
    r"(?<![\w.])[0-9]{1,5}[A-Z]?(?: [A-Z][A-Za-z.'\-]{0,20}){1,4} (?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|"
    r"Drive|Dr|Court|Ct|Way|Square|Sq|Place|Pl|Terrace|Parkway|Pkwy|Loop|Circle|Highway|Plaza|Alley)\b\.?(?:,? (?:Apt|Suite|Ste|Unit|Floor|#)\.? ?[\w-]{1,6})?"
    r"(?:, [A-Z][A-Za-z.]{0,20}(?: [A-Z][A-Za-z.]{0,20}){0,2}){0,3}(?:,? [A-Z0-9]{2,4}[ -]?[0-9][A-Z0-9]{2,4}(?:-[0-9]{4})?)?"
)
LOOSE_ADDRESS = re.compile(rf"[^\n\r|;\"<>{MARKS}]{{3,150}}")
NEXT_LABEL = re.compile(r"[,\s]{1,3}(?:[가-힣]{2,6}|[A-Za-z_]{2,20})\s?[:=]")
REGION_START = re.compile(REGION)
PLACE_WORD = re.compile(r"[가-힣](?:시|군|구|읍|면|동|리|로|길)(?![가-힣])")


def address_end(text: str, start: int) -> int:
    """Where the address behind a label ends: the end of the line or the next label; `start` where it is no address."""
    found = LOOSE_ADDRESS.match(text, start)
    if found is None:
        return start
    following = NEXT_LABEL.search(text, start, found.end())
    value = text[start : following.start() if following else found.end()].rstrip(" ,.")
    has_digit = any(c.isdigit() for c in value)
    is_korean = REGION_START.match(value) is not None or (has_digit and PLACE_WORD.search(value) is not None)
    is_latin = has_digit and re.match(r"[0-9A-Za-z#.\-]+,? [A-Za-z]", value) is not None and value.isascii()
    is_other = "://" in value or "@" in value or "{" in value
    return start + len(value) if (is_korean or is_latin) and not is_other else start


def person(match: re.Match[str]) -> Span | None:
    value = match.group(1)
    is_place = value in NO_PEOPLE or REGION_START.match(value) is not None
    return None if is_place else Span(match.start(1), match.end(1), Kind.NAME)


def latin_person(match: re.Match[str]) -> Span | None:
    is_name = API_NOUNS.isdisjoint(match.group(1).split())
    return Span(match.start(1), match.end(1), Kind.NAME) if is_name else None


PEOPLE_RULES: tuple[Rule, ...] = (
    rule(rf"(?<![가-힣])({PERSON})(?=[,\s(:]{{1,3}}{PLACE}{STREET})", person, "시", "군", "구", "로", "길"),
    rule(rf"{KOREAN_ADDRESS}[,\s]{{1,2}}({PERSON})(?![가-힣])", person, "로", "길", "동", "가", "리"),
    rule(KOREAN_ADDRESS, take(Kind.ADDRESS), "로", "길", "동", "가", "리"),
    rule(LATIN_ADDRESS, take(Kind.ADDRESS)),
    rule(rf"(?<![가-힣])({PERSON})(?=\s?(?:(?:고객|회원)?님|씨)(?:의|은|는|이|가|을|를|께|에게|께서|과|와|도|한테)?(?![가-힣]))", person, "님", "씨"),
    rule(
        rf"(?:이름|성함|성명|수령인|받는 ?사람|예금주|주문자|고객명|회원명)\s?(?:은|는|이|가)\s{{0,2}}({PERSON})(?={NAME_SUFFIX})",
        person,
        "이름", "성함", "성명", "수령인", "사람", "예금주", "주문자", "고객명", "회원명",
    ),
    rule(
        rf"(?:회원|고객|주문자|수령인|예금주|받는 ?사람|담당자)\s({PERSON})(?=(?:의|에게|께|이라는)\s|\s?(?:님|씨)|\s?[(,])",
        person,
        "회원", "고객", "주문자", "수령인", "예금주", "사람", "담당자",
    ),
    rule(
        rf"(?:수령인|예금주|수취인|받는 ?사람|주문자)[ :]({PERSON})(?![가-힣])",
        person,
        "수령인",
        "예금주",
        "수취인",
        "사람",
        "주문자",
    ),
    rule(rf"(?<![A-Za-z])(?:I am|I['’]m|[Tt]his is) ({LATIN_NAMES.pattern})", latin_person, "i am", "i'm", "i’m", "this is"),
    rule(rf"(?<![A-Za-z])[Mm]y name is ({LATIN_NAME.pattern})", latin_person, "my name is"),
    rule(
        rf"(?<![A-Za-z])(?:customer|member|recipient|user|patient|buyer)(?: name)? (?:is |named |called )?({LATIN_NAMES.pattern})",
        latin_person,
        "customer", "member", "recipient", "user", "patient", "buyer",
    ),
    rule(rf"(?<![A-Za-z])(?:Mr|Mrs|Ms|Miss|Dr)\.? ({LATIN_NAME.pattern})", latin_person, "mr", "ms", "miss", "dr"),
)  # fmt: skip
